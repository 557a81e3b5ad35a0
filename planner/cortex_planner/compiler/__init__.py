"""The compiler: a plan request becomes a deterministic, budgeted plan.

`shape` and `judging` find what is wrong, `semantics` says what a request means and uses, `weaving`
adds what its intent declares, and `plan` gives the steps their ids and the whole its hash.
"""
