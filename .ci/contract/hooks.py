"""What schemathesis must know of this API beyond its contract."""

import os
import unicodedata

import schemathesis

# What an upload appends is bytes, whatever was made up.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")


def cleaned(text):
    """What the server keeps of a text: no control characters or noncharacters, no outer white space, NFC."""
    kept = (
        letter
        for letter in text
        if unicodedata.category(letter) != "Cc"
        and letter != "\ufeff"
        and not 0xFDD0 <= ord(letter) <= 0xFDEF
        and ord(letter) & 0xFFFE != 0xFFFE
    )
    return unicodedata.normalize("NFC", "".join(kept).strip())


def texts(value):
    """Every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for member in value.values():
            yield from texts(member)
    elif isinstance(value, list):
        for element in value:
            yield from texts(element)


def fits_once_cleaned(case):
    """Whether a text is too long as it was sent, and not as the server counts it."""
    sent = [*texts(dict(case.query or {})), *texts(case.body)]
    return any(len(text) > 1000 >= len(cleaned(text)) for text in sent)


@schemathesis.hook
def filter_case(context, case):
    """Leaves out what would say nothing.

    The device that asks is not revoked: all that comes after would be 401. Fields of a request that
    the contract does not name are ignored, as everywhere in HTTP; schemathesis takes them for a mistake.
    And a schema counts the characters of a text as it was sent; the limit is that of what is kept of it.
    """
    return (
        (case.path_parameters or {}).get("id") != os.environ["VELODY_DEVICE"]
        and "x-schemathesis-unknown-property" not in (case.headers or {})
        and not fits_once_cleaned(case)
    )


@schemathesis.hook
def before_call(context, case, kwargs):
    """Puts in what no schema can tell from all else of its form."""
    if case.meta and case.meta.generation.mode.is_positive:
        # A cursor is opaque, and fits the list it came with.
        if case.query:
            case.query.pop("cursor", None)
            # A track that is not there ends an upload before its bytes are looked at.
            case.query.pop("existingTrackId", None)
        # No operation lists pictures.
        if case.path == "/artwork/{id}":
            case.path_parameters["id"] = os.environ["VELODY_ARTWORK"]
    # Its own server in the contract, which schemathesis does not look at.
    if case.path == "/metrics":
        case.operation.base_url = os.environ["VELODY_URL"]
