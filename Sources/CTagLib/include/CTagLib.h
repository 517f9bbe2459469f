#ifndef VELODY_CTAGLIB_H
#define VELODY_CTAGLIB_H

#include <stddef.h>
#include <stdint.h>

// What Velody needs of TagLib, in C: the tags of one MPEG file, copied out once and then read by
// index. No C++ exception leaves a function; memory that runs out ends as NULL.

#ifdef __cplusplus
extern "C" {
#endif

// The tags of one file. Not thread safe.
typedef struct velody_tags velody_tags;

// The tag a value stands in.
enum velody_tag_kind { VELODY_ID3V2 = 0, VELODY_APE = 1, VELODY_ID3V1 = 2 };

// One value of one field. Pointers live as long as the tags; texts are UTF-8, not terminated.
typedef struct {
    int32_t kind;
    const char *key;
    size_t key_length;
    const char *value;
    size_t value_length;
} velody_tag_value;

// One picture. `type` is ID3v2's: 3 is the front cover. `bytes` live as long as the tags.
typedef struct {
    int32_t type;
    const uint8_t *bytes;
    size_t size;
} velody_tag_picture;

// Reads all tags of the `size` bytes behind a descriptor, with pread only; the descriptor stays
// the caller's. NULL if TagLib does not take the file, or failed.
velody_tags *velody_tags_read(int descriptor, int64_t size);
void velody_tags_free(velody_tags *tags);

size_t velody_tags_value_count(const velody_tags *tags);
velody_tag_value velody_tags_value(const velody_tags *tags, size_t index);

size_t velody_tags_picture_count(const velody_tags *tags);
velody_tag_picture velody_tags_picture(const velody_tags *tags, size_t index);

#ifdef __cplusplus
}
#endif

#endif
