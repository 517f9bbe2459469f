#include "CTagLib.h"

#include "DescriptorStream.hpp"

#include <taglib/apeitem.h>
#include <taglib/apetag.h>
#include <taglib/attachedpictureframe.h>
#include <taglib/id3v1tag.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2tag.h>
#include <taglib/mpegfile.h>
#include <taglib/tpropertymap.h>

#include <memory>
#include <string>
#include <vector>

struct velody_tags {
    struct Value {
        velody_tag_kind kind;
        std::string key;
        std::string text;
    };
    struct Picture {
        int32_t type;
        TagLib::ByteVector bytes;
    };
    std::vector<Value> values;
    std::vector<Picture> pictures;
};

namespace {

void copyValues(velody_tags &tags, velody_tag_kind kind, const TagLib::PropertyMap &properties) {
    for (const auto &field : properties)
        for (const auto &value : field.second)
            tags.values.push_back({kind, field.first.to8Bit(true), value.to8Bit(true)});
}

void copyPictures(velody_tags &tags, const TagLib::ID3v2::Tag &id3v2) {
    for (const auto *frame : id3v2.frameList("APIC")) {
        const auto *picture = dynamic_cast<const TagLib::ID3v2::AttachedPictureFrame *>(frame);
        // "-->" announces an address instead of a picture (ID3v2.4 §4.14).
        if (picture && picture->mimeType() != "-->")
            tags.pictures.push_back({picture->type(), picture->picture()});
    }
}

// An APE item holds a file name, a NUL and the picture.
void copyCover(velody_tags &tags, const TagLib::APE::Tag &ape) {
    const auto &items = ape.itemListMap();
    const auto found = items.find("COVER ART (FRONT)");
    if (found == items.end() || found->second.type() != TagLib::APE::Item::Binary) return;
    const auto bytes = found->second.binaryData();
    const int end = bytes.find('\0');
    if (end >= 0) tags.pictures.push_back({3, bytes.mid(end + 1)});
}

} // namespace

velody_tags *velody_tags_read(int descriptor, int64_t size) {
    try {
        DescriptorStream stream(descriptor, size);
        TagLib::MPEG::File file(&stream, TagLib::ID3v2::FrameFactory::instance(), false);
        if (!file.isValid()) return nullptr;
        auto tags = std::make_unique<velody_tags>();
        if (file.hasID3v2Tag()) {
            copyValues(*tags, VELODY_ID3V2, file.ID3v2Tag()->properties());
            copyPictures(*tags, *file.ID3v2Tag());
        }
        if (file.hasAPETag()) {
            copyValues(*tags, VELODY_APE, file.APETag()->properties());
            copyCover(*tags, *file.APETag());
        }
        if (file.hasID3v1Tag()) copyValues(*tags, VELODY_ID3V1, file.ID3v1Tag()->properties());
        return tags.release();
    } catch (...) {
        return nullptr;
    }
}

void velody_tags_free(velody_tags *tags) { delete tags; }

size_t velody_tags_value_count(const velody_tags *tags) { return tags->values.size(); }

velody_tag_value velody_tags_value(const velody_tags *tags, size_t index) {
    const auto &value = tags->values[index];
    return {value.kind, value.key.data(), value.key.size(), value.text.data(), value.text.size()};
}

size_t velody_tags_picture_count(const velody_tags *tags) { return tags->pictures.size(); }

velody_tag_picture velody_tags_picture(const velody_tags *tags, size_t index) {
    const auto &picture = tags->pictures[index];
    return {picture.type, reinterpret_cast<const uint8_t *>(picture.bytes.data()),
            picture.bytes.size()};
}
