"""A whole bootstrap as a client does it: one connection, a page after the other, to the end.

    VELODY_URL=… VELODY_CA=FILE TOKEN=… python3 bootstrap.py LIMIT
"""

import http.client
import os
import re
import ssl
import sys
from urllib.parse import urlsplit

address = urlsplit(os.environ["VELODY_URL"])
context = ssl.create_default_context(cafile=os.environ["VELODY_CA"])
connection = http.client.HTTPSConnection(address.hostname, address.port, context=context)
headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
path = f"/api/v1/sync/bootstrap?limit={sys.argv[1]}"
cursor = ""
while True:
    connection.request("GET", path + cursor, headers=headers)
    answer = connection.getresponse()
    page = answer.read()
    if answer.status != 200:
        sys.exit(f"bootstrap: {answer.status} {page[:500]!r}")
    following = re.search(rb'"nextCursor":"([^"]+)"', page[-200:])
    if not following:
        break
    cursor = "&cursor=" + following[1].decode()
