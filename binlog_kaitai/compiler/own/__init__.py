"""Specs that someone changed: compiled to classes and kernels, and kept by what they say.

What `classes` makes lies in the user's cache folder, where `kept` looks for it under the digest of
the specs, of the compilers and of the code that uses them: what is found there is never of other
specs. It is made beside its place and then renamed, so that processes may compile at once. A
process reads by it if the variable `kept.GENERATED` is set when it begins, because classes and
kernels are imported by name.
"""
