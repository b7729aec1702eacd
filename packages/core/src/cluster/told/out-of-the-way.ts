import type { Explanation } from '../../round/explanation.ts'
import type { Obstacle } from '../../round/obstacle.ts'

/** What is in the way is waited for whatever the situation: one that does not go by itself needs a person. Null: nothing is. */
export const outOfTheWay = (obstacles: readonly Obstacle[]): Explanation['unblockedBy'] | null => {
  const names = obstacles.map(({ kind, name }) => `${kind} ${name}`).join(', ')
  const staying = obstacles.find(({ isGoing }) => !isGoing)
  return obstacles.length === 0 ? null
    : staying === undefined ? { who: 'cluster', what: `${names} is gone: it is being deleted` }
    : { who: 'person', what: `${names} is out of the way. ${staying.kind} ${staying.name}: ${staying.remedy}` }
}
