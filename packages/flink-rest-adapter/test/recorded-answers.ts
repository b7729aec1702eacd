import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Flink releases whose answers were recorded, from real clusters: test-data/<release>/rest.jsonl.gz, one recording a line. */
export const releases = ['1.20.5', '2.3.0'] as const
export type Release = (typeof releases)[number]

export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly query: string | null
  readonly body: unknown
}

export interface RecordedResponse {
  /** 0: the connection was refused. */
  readonly status: number
  readonly body: unknown
}

/** One request and its answer; ids, times and paths are normalised, stack frames cut. */
export interface Recording {
  readonly name: string
  readonly request: RecordedRequest
  readonly response: RecordedResponse
}

/** Each new kind of answer while a JobManager started. */
export interface RecordedStart {
  readonly name: string
  readonly answers: readonly RecordedResponse[]
}

const linesOf = (release: Release): readonly object[] =>
  gunzipSync(readFileSync(new URL(`../test-data/${release}/rest.jsonl.gz`, import.meta.url)))
    .toString('utf8').split('\n').filter(line => line !== '').map(line => JSON.parse(line) as object)

const read: Readonly<Record<Release, readonly object[]>> = { '1.20.5': linesOf('1.20.5'), '2.3.0': linesOf('2.3.0') }
const lines = (release: Release): readonly object[] => read[release]

const isRecording = (line: object): line is Recording => 'request' in line && 'response' in line
const isStart = (line: object): line is RecordedStart => 'answers' in line

export const recordings = (release: Release): readonly Recording[] => lines(release).filter(isRecording)
export const recordedStarts = (release: Release): readonly RecordedStart[] => lines(release).filter(isStart)

/** The recording of this name; a test that asks for one that is not there fails. */
export const recorded = (release: Release, name: string): Recording => {
  const found = recordings(release).find(recording => recording.name === name)
  if (found === undefined) throw new Error(`no recording ${name} of Flink ${release}`)
  return found
}
