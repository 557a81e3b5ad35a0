/** How often a server that died is started again before the user is asked. */

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
