#ifndef VELODY_DESCRIPTOR_STREAM_HPP
#define VELODY_DESCRIPTOR_STREAM_HPP

#include <taglib/tiostream.h>

#include <algorithm>
#include <cstdint>
#include <unistd.h>

// A read-only TagLib stream over a descriptor that others may share: it never moves the offset.
class DescriptorStream final : public TagLib::IOStream {
public:
    DescriptorStream(int descriptor, int64_t size) : descriptor_(descriptor), size_(size) {}

    TagLib::FileName name() const override { return ""; }
    bool readOnly() const override { return true; }
    bool isOpen() const override { return true; }
    long tell() const override { return position_; }
    long length() override { return size_; }

    TagLib::ByteVector readBlock(unsigned long length) override {
        const auto left = static_cast<unsigned long>(std::max<int64_t>(0, size_ - position_));
        TagLib::ByteVector block(static_cast<unsigned int>(std::min(length, left)), 0);
        unsigned int filled = 0;
        while (filled < block.size()) {
            const ssize_t got =
                pread(descriptor_, block.data() + filled, block.size() - filled, position_ + filled);
            if (got <= 0) break;
            filled += static_cast<unsigned int>(got);
        }
        block.resize(filled);
        position_ += filled;
        return block;
    }

    void seek(long offset, Position origin = Beginning) override {
        const int64_t base = origin == Beginning ? 0 : origin == Current ? position_ : size_;
        position_ = std::max<int64_t>(0, base + offset);
    }

    void writeBlock(const TagLib::ByteVector &) override {}
    void insert(const TagLib::ByteVector &, unsigned long, unsigned long) override {}
    void removeBlock(unsigned long, unsigned long) override {}
    void truncate(long) override {}

private:
    int descriptor_;
    int64_t size_;
    int64_t position_ = 0;
};

#endif
