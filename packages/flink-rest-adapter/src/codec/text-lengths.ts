/** For file names and paths on object stores, whose keys have at most 1,024 bytes. */
export const longestPath = 8_192
/** For ids that Flink generates: at most 64 digits, except TaskManagers, which are named by pods. */
export const longestId = 1_000
/** Maximum shown length of names that users give to jobs, tasks and labels. */
export const shownName = 1_000
/** For a printed throwable, which is searched for its causes. */
export const shownTrace = 100_000
