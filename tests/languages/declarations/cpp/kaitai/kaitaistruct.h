// The runtime as compiled specs call it, in declarations only: enough to check types, not to link.
#pragma once
#define KAITAI_STRUCT_VERSION 11000L

#include <istream>
#include <stdint.h>
#include <string>

namespace kaitai {

class kstream {
public:
    kstream(std::istream* io);
    kstream(const std::string& data);
    bool is_eof() const;
    void seek(uint64_t pos);
    uint64_t pos();
    uint64_t size();

    int8_t read_s1();
    int16_t read_s2le(), read_s2be();
    int32_t read_s4le(), read_s4be();
    int64_t read_s8le(), read_s8be();
    uint8_t read_u1();
    uint16_t read_u2le(), read_u2be();
    uint32_t read_u4le(), read_u4be();
    uint64_t read_u8le(), read_u8be();
    float read_f4le(), read_f4be();
    double read_f8le(), read_f8be();
    void align_to_byte();
    uint64_t read_bits_int_le(int n), read_bits_int_be(int n);
    std::string read_bytes(std::streamsize len);
    std::string read_bytes_full();
    std::string read_bytes_term(char term, bool include, bool consume, bool eos_error);

    static std::string bytes_terminate(std::string src, char term, bool include);
    static std::string bytes_to_str(const std::string src, const char* encoding);
    static std::string to_string(int64_t val);
    static std::string process_xor_one(std::string data, uint8_t key);
    static std::string process_xor_many(std::string data, std::string key);
    static std::string process_zlib(std::string data);
    static int mod(int a, int b);
};

class kstruct {
public:
    kstruct(kstream* io);
    virtual ~kstruct();
    kstream* _io();

protected:
    kstream* m__io;
};

}
