'use client'

import { createContext, type ReactNode, useContext } from 'react'

export interface ErrorWords {
  heading: string
  text: string
  /** One line more, of a failure, and of a service that does not answer. */
  failed: string
  silent: string
  home: string
  homeHref: string
  retry: string
}

const Context = createContext<ErrorWords>({ heading: '', text: '', failed: '', silent: '', home: '', homeHref: '/', retry: '' })

/** Error boundaries are client components and cannot load messages: their few words are handed down beforehand. */
export function ErrorWordsProvider({ words, children }: { words: ErrorWords; children: ReactNode }) {
  return <Context value={words}>{children}</Context>
}

export function useErrorWords(): ErrorWords {
  return useContext(Context)
}
