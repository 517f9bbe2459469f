/// What the program can do, in the operator's words.
enum Usage {
    static let text = """
        velody-admin: looks after a Velody library, beside the running server.

          velody-admin devices list                    the devices, revoked ones too
          velody-admin devices add NAME [--platform P] registers a device and shows its token once
          velody-admin devices revoke ID               makes a device's token worthless at once

          velody-admin quarantine list                 the refused files, oldest first
          velody-admin quarantine show ID              why one was refused
          velody-admin quarantine release ID           publishes one that can be played after all
          velody-admin quarantine purge ID...          removes refused files for good

          velody-admin verify                          compares the library with the database
              --repair       does what is safe, and says what is not
              --all-lost     notes every file as missing where there is none at all
              --rate MB      reads at most so many megabytes a second
              --state FILE   goes on where an interrupted run with this file came to
              --after HH     begins after the files whose hash begins with HH

          velody-admin collect                         what nobody needs any more and may go
              --apply        removes it
              --unknown      also songs that the database never heard of

          velody-admin backup DIR                      adds a backup to those in DIR
              --keep N       removes older ones beyond the newest N
          velody-admin backup list DIR                 the backups in DIR, oldest first
          velody-admin backup verify DIR               reads all of them; needs nothing else
              --set NAME     reads one alone
          velody-admin restore DIR                     fills an empty database and storage
              --set NAME     from another than the newest backup

          velody-admin adopt                           takes the storage for this library's own,
                                                       after it was replaced on purpose
              --anyway       although it lacks most of the library's songs

          velody-admin doctor                          looks at the whole installation, and says
                                                       what is wrong and how to mend it

          velody-admin inspect FILE...                 what the server would say of files
              --encoding E   reads text that does not say its encoding as E, such as windows-1251

        Options of every command:
          --json    one JSON object a line, also on a terminal (elsewhere it is the rule)

        It reads the server's settings from the environment, or from the file that VELODY_ENV_FILE
        names, and runs as the user that the storage belongs to. inspect needs neither.

        Exit codes: 0 all is well; 1 something is wrong; 2 called wrongly, or the settings are not
        usable; 75 database or storage cannot be used at the moment, try later.

        """
}
