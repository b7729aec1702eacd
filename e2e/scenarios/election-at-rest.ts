import { setTimeout as pause } from 'node:timers/promises'
import type { Scene } from './replica.ts'
import type { Evidence, Stage } from './story.ts'

/** Requests for Leases that the API server has served so far. */
const leaseRequests = async (stage: Stage): Promise<number> => {
  const text = await stage.api.text('/metrics')
  return text.split('\n').filter(line => line.startsWith('apiserver_request_total{') && line.includes('resource="leases"'))
    .map(line => Number(line.slice(line.lastIndexOf(' ') + 1))).reduce((sum, it) => sum + it, 0)
}

/** Requests for Leases a minute, of whomever. */
export const perMinute = async (stage: Stage, millis: number): Promise<number> => {
  const [before, since] = [await leaseRequests(stage), Date.now()]
  await pause(millis)
  return ((await leaseRequests(stage)) - before) * 60_000 / (Date.now() - since)
}

/** What the election asks of the API server while nothing happens: with replicas, less what the cluster itself asks without. */
export const atRest = async (stage: Stage, scene: Scene, without: number): Promise<Evidence> => {
  const all = await perMinute(stage, 60_000)
  return {
    text: `${(all - without).toFixed(0)} requests for the Lease a minute by ${scene.replicas.length} replicas (${
      without.toFixed(0)
    } are the cluster's own)`,
  }
}
