import type { Answer } from './side.ts'

/** How a job is run of a jar, beside its jar and its id. */
export interface JarRun {
  readonly entryClass?: string
  readonly savepointPath?: string
}

/** A session cluster without jobs: simulated, or real behind the operator's own adapter. */
export interface JarSide {
  /** Uploads the example jar under this name. */
  readonly upload: (name: string) => Promise<Answer>
  /** Names of the jars that lie there, sorted; else the tag of the fact. */
  readonly jars: () => Promise<readonly string[] | string>
  /** Runs the newest jar of this name; a name that is not there is used as an id. */
  readonly run: (name: string, jobId: string, how?: JarRun) => Promise<Answer>
  /** Deletes the newest jar of this name; a name that is not there is used as an id. */
  readonly remove: (name: string) => Promise<Answer>
  readonly cancel: (jobId: string) => Promise<Answer>
  /** State of a job that is listed once nothing moves any more; null: not listed. */
  readonly state: (jobId: string) => Promise<string | null>
  /** The JobManager's process dies, and another one comes up; no high availability. */
  readonly restart: () => Promise<void>
}
