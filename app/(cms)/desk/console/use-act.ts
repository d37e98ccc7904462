'use client'

import { toast } from '@payloadcms/ui'
import { useRef, useState } from 'react'
import { faultOf } from '../resource'
import { useOffice } from '../office/use-office'
import { useWords } from '../use-words'

/**
 * Runs a decision once, however often the button is pressed, and says how it ended. Answers whether it was done, so that
 * a dialog keeps what was typed when it was not.
 */
export function useAct(after: () => void): { busy: boolean; act: (work: () => Promise<unknown>) => Promise<boolean> } {
  const { say } = useWords()
  const office = useOffice()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function act(work: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      await work()
      toast.success(say('done'))
      return true
    } catch (error) {
      toast.error(office.faultOf(faultOf(error)))
      return false
    } finally {
      running.current = false
      setBusy(false)
      after()
    }
  }

  return { busy, act }
}
