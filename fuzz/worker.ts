/** A thread of `npm run fuzz`: asked for parts of a run, it answers with their reports. */
import { parentPort } from 'node:worker_threads'
import { flinkDeploymentKind } from '../packages/core/src/kind/flink-deployment/flink-deployment-kind.ts'
import { fuzz } from './fuzz.ts'
import { material } from './material.ts'

export interface Part {
  readonly seed: number
  readonly from: number
  readonly count: number
}

const prepared = material()
parentPort?.on('message', (part: Part) => {
  parentPort?.postMessage(fuzz({ kind: flinkDeploymentKind, material: prepared, ...part }))
})
