'use client'

import { createContext, type ReactNode, useContext } from 'react'

export interface ErrorWords {
  heading: string
  body: string
  home: string
  homeHref: string
  retry: string
}

const Context = createContext<ErrorWords>({ heading: '', body: '', home: '', homeHref: '/', retry: '' })

/** Error boundaries are client components and cannot load messages: their few words are handed down beforehand. */
export function ErrorWordsProvider({ words, children }: { words: ErrorWords; children: ReactNode }) {
  return <Context value={words}>{children}</Context>
}

export function useErrorWords(): ErrorWords {
  return useContext(Context)
}
