/** What a worker tells. */
export type FromThread =
  | { readonly _tag: 'Ready' }
  /** It answers `ToThread` with the same number. */
  | { readonly _tag: 'Question'; readonly number: number; readonly question: unknown }
  | { readonly _tag: 'Result'; readonly result: unknown }
  | { readonly _tag: 'Failed'; readonly message: string }

/** What a worker is told. */
export type ToThread =
  | { readonly _tag: 'Read'; readonly task: string; readonly input: unknown }
  | { readonly _tag: 'Answer'; readonly number: number; readonly answer: unknown }
