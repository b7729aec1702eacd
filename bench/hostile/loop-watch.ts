/**
 * Loaded into a process by `--import`: each time the loop of its main thread did not come round for a while, a line of `LOOP_WATCH_FILE`
 * has the moment, the milliseconds by the clock, and those of them in which the thread was at work. The last one does not depend on what
 * else the machine does.
 */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env['LOOP_WATCH_FILE']
const tick = 10
const least = 30

if (isMainThread && file !== undefined) {
  let [at, cpu] = [performance.now(), process.threadCpuUsage()]
  setInterval(() => {
    const now = performance.now()
    const { user, system } = process.threadCpuUsage(cpu)
    const [wall, work] = [now - at - tick, (user + system) / 1_000]
    if (wall > least) appendFileSync(file, `${Date.now()} ${Math.round(wall)} ${Math.round(work)}\n`)
    ;[at, cpu] = [now, process.threadCpuUsage()]
  }, tick).unref()
}
