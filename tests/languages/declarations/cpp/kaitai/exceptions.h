#pragma once
#include "kaitaistruct.h"

namespace kaitai {

template <typename T> struct validation_of_value {
    validation_of_value(const T& actual, kstream* io, const std::string path);
};
template <typename T> struct validation_by_limit {
    validation_by_limit(const T& limit, const T& actual, kstream* io, const std::string path);
};

template <typename T> using validation_expr_error = validation_of_value<T>;
template <typename T> using validation_not_any_of_error = validation_of_value<T>;
template <typename T> using validation_not_in_enum_error = validation_of_value<T>;
template <typename T> using validation_not_equal_error = validation_by_limit<T>;
template <typename T> using validation_less_than_error = validation_by_limit<T>;
template <typename T> using validation_greater_than_error = validation_by_limit<T>;

}
