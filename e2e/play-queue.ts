import type { Story } from './scenarios/story.ts'

/** Hands out plays in their order. Of stories that change the CRDs, only one is played at a time; others go ahead of the next one. */
export const playQueue = <Play extends { readonly story: Pick<Story, 'changesCrds'> }>(plays: readonly Play[]) => {
  const waiting = [...plays]
  let playing: Play | null = null
  return {
    /** Undefined: nothing is left, or what is left waits for a story that another worker plays. That worker takes it afterwards. */
    next: (): Play | undefined => {
      const at = waiting.findIndex(({ story }) => story.changesCrds !== true || playing === null)
      const [play] = at < 0 ? [] : waiting.splice(at, 1)
      if (play?.story.changesCrds === true) playing = play
      return play
    },
    ended: (play: Play): void => {
      if (play === playing) playing = null
    },
  }
}
