import type { JsonObject } from '@flink-operator/core'
import type { Api } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import type { ClusterWatch } from '../harness/cluster-watch.ts'
import type { LyftApplication } from '../harness/lyft-application.ts'
import type { ManifestOptions } from '../harness/manifest.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import type { JobRun } from '../harness/run-ledger.ts'
import type { StateWatch } from '../harness/state-watch.ts'
import type { FlinkVersion, Settings } from '../settings.ts'

/** What a step found out: a sentence with figures, and how long the job was down where that was measured. */
export interface Evidence {
  readonly text: string
  readonly downtime?: number | null
}

/** One line of the results. */
export interface Outcome {
  readonly story: string
  readonly step: string
  readonly version: FlinkVersion
  readonly result: 'passed' | 'failed' | 'not run'
  /** It failed because something did not come in time, and not because something was wrong. */
  readonly late?: boolean
  readonly seconds: number
  readonly downtime: number | null
  readonly evidence: string
  readonly load: number
  readonly at: Date
}

/** An operator's process, whichever it is. */
export interface OperatorHandle {
  /** Null while it runs. */
  readonly exit: () => { readonly code: number | null; readonly signal: string | null } | null
  /** Did it end without being told to by its test? */
  readonly endedByItself: () => boolean
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** What a story has in its hands: a namespace of its own with an operator, and means to look. */
export interface Stage {
  readonly settings: Settings
  readonly version: FlinkVersion
  readonly short: boolean
  readonly api: Api
  readonly namespace: string
  /** Where this machine sees the state of the namespace's jobs; null: it does not. */
  readonly stateFolder: string | null
  readonly watch: ClusterWatch
  /** Where logs go. */
  readonly folder: string
  /** Of the account that operators of the story have, with the shipped rights and none more. */
  readonly operatorKubeconfig: string
  /** Starts an operator; the story fails if it ends by itself, except where it is told to crash, or may end. */
  readonly operate: (
    crashAt?: string,
    kubeconfig?: string,
    more?: { readonly configuration: string; readonly mayEnd: boolean; readonly plugins?: string },
  ) => Promise<OperatorProcess>
  /** Starts the other operator of these resources; `NotHere` where nothing says how. */
  readonly operateOther: () => Promise<OperatorHandle>
  /** Creates any FlinkDeployment in the namespace and answers a handle on it. */
  readonly create: (resource: JsonObject) => Promise<Application>
  /** A handle on a FlinkDeployment that somebody else creates. */
  readonly adopt: (name: string) => Application
  /** Creates any FlinkSessionJob in the namespace and answers a handle on it. */
  readonly createSessionJob: (resource: JsonObject) => Promise<Application>
  /** Creates a FlinkApplication that counts, of which two versions may run beside each other where that is said. */
  readonly createLyft: (
    options: { readonly name: string; readonly spec?: JsonObject; readonly mayStandBeside?: boolean },
  ) => Promise<LyftApplication>
  /** Every job of a FlinkApplication that was ever seen. */
  readonly runs: (name: string) => readonly JobRun[]
  /** Creates the application that counts. */
  readonly deploy: (options: Omit<ManifestOptions, 'namespace' | 'name' | 'version'>) => Promise<Application>
  /**
   * One line of the results; did it pass? What it throws makes the line fail; the lines after it are then not run, unless it is
   * `independent`. In a short run, a step that is not `short` is left out.
   */
  readonly step: (
    name: string,
    run: () => Promise<Evidence>,
    options?: { readonly short?: boolean; readonly independent?: boolean },
  ) => Promise<boolean>
  /** Follows the counters of all applications from now on: a job that goes on from older state than there was fails the story. */
  readonly followState: () => StateWatch
  /** A line for whoever reads along; kept with the logs. */
  readonly note: (text: string) => void
  /** Kills every operator of the stage. */
  readonly calm: () => Promise<void>
  /** Seconds of downtime since that moment. */
  readonly downtime: (application: Application, since: number) => number | null
  /** `; next JobManager after 5.9 s`, or nothing where none was seen. */
  readonly jobManagerAfter: (application: Application, since: number) => string
}

/** A resource's life, told in steps. Each step is one line of the results. */
export interface Story {
  readonly name: string
  /** Part of the short set, and on which versions. */
  readonly short: readonly FlinkVersion[]
  /** On which versions it can be played; all of them where it does not say. */
  readonly versions?: readonly FlinkVersion[]
  /** More of the operator's options, as lines of its configuration. */
  readonly configuration?: string
  /** It installs or changes the CRDs, which all stories of a cluster share: no two of these are played at the same time. */
  readonly changesCrds?: true
  readonly tell: (stage: Stage) => Promise<void>
}

/** A step that can't be done on this machine or cluster; its text says why. */
export class NotHere extends Error {}

/** Fails with a text that says what was found. */
export const expect = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message)
}
