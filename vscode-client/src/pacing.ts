/** Requests that overlap: one under way, at most one waiting, however often it is asked for. */

export function oneAtATime(work: () => Promise<void>, onFailure: (error: unknown) => void): () => void {
  let underWay = false;
  let wanted = false;
  const turn = async (): Promise<void> => {
    underWay = true;
    do {
      wanted = false;
      await work().catch(onFailure);
    } while (isWanted());
    underWay = false;
  };
  const isWanted = (): boolean => wanted;
  return () => {
    wanted = true;
    if (!underWay) void turn();
  };
}
