/** Work that overlaps, waits or never ends. */

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

/** Waits for work that may never end; undefined: it did not end in time. */
export async function withinTime<T>(milliseconds: number, work: PromiseLike<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Work that runs one after the other, in the order it was asked for; one that fails holds up none that follow. */
export class Queue {
  #last: Promise<void> = Promise.resolve();

  add(work: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> {
    this.#last = this.#last.then(work).catch(onFailure);
    return this.#last;
  }

  /** All that was asked for so far has come to its end. */
  done(): Promise<void> {
    return this.#last;
  }
}
