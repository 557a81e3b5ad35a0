/** What is copied as a command line must be saved: a file that the command line can read. */

export interface Saving<Place> {
  readonly isSaved: boolean;
  /** Asks whether to save. */
  readonly ask: () => PromiseLike<boolean>;
  /** Saves, and says where; nothing where the user thought better of it. */
  readonly save: () => PromiseLike<Place | undefined>;
}

/** Where the document is saved, now if need be: one that had no file has another address afterwards. */
export async function savedPlace<Place>(document: Place, { isSaved, ask, save }: Saving<Place>): Promise<Place | undefined> {
  if (isSaved) return document;
  return (await ask()) ? save() : undefined;
}
