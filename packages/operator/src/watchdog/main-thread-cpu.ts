import { readFileSync } from 'node:fs'
import type { Millis } from '@flink-operator/core'

const ofProcess = (): Millis => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The first number of schedstat is the nanoseconds that the thread ran. On Linux the main thread's id is the process id. */
const fromKernel = (): Millis | null => {
  try {
    const [ran = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return /^\d+$/.test(ran) && ran !== '0' ? Number(ran) / 1_000_000 : null
  } catch {
    return null
  }
}

/**
 * CPU time of the main thread so far, read from another thread; worker threads do not count. If the kernel does not report it
 * (systems other than Linux), it is the CPU time of the whole process.
 */
export const mainThreadCpu = (): () => Millis => {
  let last = fromKernel()
  if (last === null) return ofProcess
  return () => {
    last = fromKernel() ?? last ?? 0
    return last
  }
}
