import VelodyRuntime

extension ServerSurroundings {
    /// Writes the script that runs `velody-admin` as the server's user, and the settings it needs.
    func writeAdminWrapper() throws(InstanceError) {
        let layout = settings.layout
        // One line a variable, as systemd's EnvironmentFile: a value with a line feed has no place.
        var values = try environment().filter { ServerSettings.variables.contains($0.key) }
        values["DATABASE_BACKUP_URL"] = try cluster.url(role: "velody_backup")
        let lines = values.filter { !$0.value.contains(where: \.isNewline) }
            .map { "\($0.key)=\($0.value)\n" }.sorted()
        try files.write(lines.joined(), to: layout.serverSettings, mode: 0o600, owner: .server)
        let user = Account.server
        try files.write(
            """
            #!/bin/sh
            # velody-admin on this instance, as the server's user, with the server's settings.
            export VELODY_ENV_FILE=\(ShellWord.quote(layout.serverSettings))
            export VELODY_NGINX_SITE=\(ShellWord.quote(layout.nginx + "/velody.conf"))
            export VELODY_NGINX_USER=\(Account.nginx.rawValue)
            program=\(ShellWord.quote(layout.programs + "/velody-admin"))
            # Only a restore owns tables, and only the instance's owner reads this file.
            if [ "${1-}" = restore ]; then
                . \(ShellWord.quote(layout.environmentFile))
                export DATABASE_OWNER_URL
            fi
            [ "$(id -u)" != 0 ] || exec setpriv --reuid \(user.rawValue) --regid \(user.group) \\
                --init-groups -- "$program" "$@"
            exec "$program" "$@"

            """, to: layout.admin, mode: 0o755)
    }
}
