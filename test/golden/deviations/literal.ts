/** A text as a regular expression finds just it. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
