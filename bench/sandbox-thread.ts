/** The sandbox in a thread of its own, so that what a benchmark does beside it does not keep its answers waiting. */
import { parentPort } from 'node:worker_threads'
import { startSandbox } from '@flink-operator/sandbox'

const started = await startSandbox({ port: 0, speed: 2 })
if (started._tag === 'Left') throw new Error(started.left)
const { url, kubeconfig, flinkUrl } = started.right
parentPort?.postMessage({ url, kubeconfig, flinkUrl })
