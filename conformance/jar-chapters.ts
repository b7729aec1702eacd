import type { JarSide } from './jar-side.ts'
import type { Transcript } from './side.ts'

const id = (number: number): string => String(number).padStart(32, 'e')

/** Each on a session cluster of its own ids. */
export const jarChapters: Readonly<Record<string, (side: JarSide) => Promise<Transcript>>> = {
  'section 2.5: a jar is uploaded, found by its name, run under the given id, and deleted; the job goes on': async side => ({
    before: await side.jars(),
    uploaded: [await side.upload('1.jar'), await side.jars()],
    // a repeated upload is another file of the same name
    again: [await side.upload('1.jar'), await side.jars()],
    ran: [await side.run('1.jar', id(1)), await side.state(id(1))],
    deleted: [await side.remove('1.jar'), await side.jars(), await side.remove('1.jar'), await side.jars()],
    deletedAgain: [await side.remove('1.jar'), await side.state(id(1))],
    unknown: [await side.run('1.jar', id(2)), await side.state(id(2))],
  }),
  'trap 11, B02: an id is taken once in the life of a JobManager: while its job runs, and after it ended': async side => ({
    uploaded: await side.upload('2.jar'),
    ran: await side.run('2.jar', id(11)),
    whileItRuns: [await side.run('2.jar', id(11)), await side.state(id(11))],
    cancelled: [await side.cancel(id(11)), await side.state(id(11))],
    afterItEnded: [await side.run('2.jar', id(11)), await side.state(id(11))],
    another: [await side.run('2.jar', id(12)), await side.state(id(12))],
    atOnce: (await Promise.all([side.run('2.jar', id(13)), side.run('2.jar', id(13))])).toSorted(),
  }),
  'trap 19: what can not be run': async side => ({
    uploaded: await side.upload('3.jar'),
    class: [await side.run('3.jar', id(21), { entryClass: 'Nothing' }), await side.state(id(21))],
    // nothing was run under the id
    thenRun: [await side.run('3.jar', id(21)), await side.state(id(21))],
    // the attempt stands there, and its id is used up
    savepoint: [await side.run('3.jar', id(22), { savepointPath: 'none' }), await side.state(id(22))],
    thenAgain: [await side.run('3.jar', id(22)), await side.state(id(22))],
  }),
  'trap 21, B02: a JobManager that was restarted without high availability knows no jar, no job and no id': async side => {
    const before = [await side.upload('4.jar'), await side.run('4.jar', id(31)), await side.state(id(31))]
    await side.restart()
    return {
      before,
      jars: await side.jars(),
      job: await side.state(id(31)),
      run: await side.run('4.jar', id(31)),
      uploaded: [await side.upload('4.jar'), await side.jars()],
      ran: await side.run('4.jar', id(31)),
    }
  },
}
