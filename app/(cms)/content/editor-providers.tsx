'use client'

import type { ReactNode } from 'react'
import { useControlNames } from './payload-patches'
import { useWordPaste } from './word-paste'

/** Around Payload's pages (payload.config.ts). */
export function EditorProviders({ children }: { children: ReactNode }) {
  useControlNames()
  useWordPaste()
  return children
}
