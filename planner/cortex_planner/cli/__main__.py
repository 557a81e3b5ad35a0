"""`python -m cortex_planner.cli`: the same as `cortex`."""

from cortex_planner.cli.main import run

if __name__ == "__main__":
    run()
