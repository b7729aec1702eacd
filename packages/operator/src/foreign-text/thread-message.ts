/** Messages from a worker. */
export type FromThread =
  | { readonly _tag: 'Ready' }
  /** The worker asks; `ToThread` with the same number is the answer. */
  | { readonly _tag: 'Question'; readonly number: number; readonly question: unknown }
  | { readonly _tag: 'Result'; readonly result: unknown }
  | { readonly _tag: 'Failed'; readonly message: string }

/** Messages to a worker. */
export type ToThread =
  | { readonly _tag: 'Read'; readonly task: string; readonly input: unknown }
  | { readonly _tag: 'Answer'; readonly number: number; readonly answer: unknown }
