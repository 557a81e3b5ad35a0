/** How often something is tried again unasked: a server that died, an installation that was found broken. */

const mostRestarts = 4;
const windowMilliseconds = 180_000;

/** Returns a function to call at each death; it says whether to start again. Times are milliseconds, ascending. */
export function restartAllowance(): (now: number) => boolean {
  let deaths: number[] = [];
  return (now) => {
    deaths = [...deaths.filter((time) => now - time < windowMilliseconds), now];
    return deaths.length <= mostRestarts;
  };
}

/** An installation is renewed unasked once; again only after a server has run since. What does not help must not loop. */
export class RenewalAllowance {
  #isLeft = true;

  take(): boolean {
    const isLeft = this.#isLeft;
    this.#isLeft = false;
    return isLeft;
  }

  serverHasRun(): void {
    this.#isLeft = true;
  }
}
