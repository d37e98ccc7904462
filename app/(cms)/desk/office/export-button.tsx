'use client'

import { toast } from '@payloadcms/ui'
import { useRef, useState } from 'react'
import { faultOf } from '../resource'
import { useOffice } from './use-office'

/** Fetches a table as a file and hands it to the browser; a refusal comes in words. */
export function ExportButton({ read, label }: { read: () => Promise<File>; label?: string }) {
  const office = useOffice()
  const running = useRef(false)
  const [busy, setBusy] = useState(false)

  async function fetchTable(): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      save(await read())
    } catch (error) {
      toast.error(office.faultOf(faultOf(error)))
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <button type="button" className="desk-button" disabled={busy} onClick={() => void fetchTable()}>
      {busy ? office.word('exporting') : (label ?? office.word('exportTable'))}
    </button>
  )
}

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
