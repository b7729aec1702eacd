import { readFileSync } from 'node:fs'
import type { Millis } from '@flink-operator/core'

const ofProcess = (): Millis => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Its first number is the nanoseconds that the thread ran. Linux gives the main thread the number of the process. */
const fromKernel = (): Millis | null => {
  try {
    const [ran = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return /^\d+$/.test(ran) && ran !== '0' ? Number(ran) / 1_000_000 : null
  } catch {
    return null
  }
}

/**
 * How much CPU time the main thread used so far, read from another thread. Workers beside it do not count. Where the kernel does not say
 * (other systems than Linux) it is that of the whole process.
 */
export const mainThreadCpu = (): () => Millis => {
  let last = fromKernel()
  if (last === null) return ofProcess
  return () => {
    last = fromKernel() ?? last ?? 0
    return last
  }
}
