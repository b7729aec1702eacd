import { vi } from 'vitest'

/**
 * `vi.waitFor` gives up after a second if nothing else is said: on a busy machine that tells of the machine. What never comes is found all
 * the same.
 */
const patience = 120_000
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout: patience, ...options })
