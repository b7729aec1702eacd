/** Of file names and paths on object stores, whose keys are at most 1,024 bytes. */
export const longestPath = 8_192
/** Ids that Flink makes up: at most 64 digits, TaskManagers apart, which are named by pods. */
export const longestId = 1_000
/** Names that people give to jobs, tasks and labels, as far as they are shown. */
export const shownName = 1_000
/** Of a printed throwable. Its causes are looked for in it. */
export const shownTrace = 100_000
