'use client'

import { Button } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { type SyntheticEvent, useState } from 'react'
import * as z from 'zod'
import { FieldRefusal, callCms } from '@/components/office/cms-client'
import { useCmsText } from '@/app/(cms)/content/cms-text'
import { LANGUAGE_NAMES, type Locale } from '@/lib/config/constants'

const created = z.object({ doc: z.object({ id: z.number() }) })

/** The first step of a new document: its title. Everything after that is saved automatically. */
export function NewDraft({ collection, kind, language }: { collection: string; kind: string; language: Locale }) {
  const { t } = useCmsText()
  const router = useRouter()
  const [title, setTitle] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function create(event: SyntheticEvent): Promise<void> {
    event.preventDefault()
    if (title.trim() === '') {
      setFault(t('titleMissing'))
      return
    }
    setSending(true)
    try {
      const answer = await callCms(`/${collection}?draft=true&depth=0&locale=${language}`, 'POST', {
        title: title.trim(),
        _status: 'draft',
      })
      router.push(`/admin/collections/${collection}/${created.parse(answer).doc.id}?locale=${language}`)
    } catch (error) {
      setFault(error instanceof FieldRefusal ? error.message : t('pageFailedHint'))
      setSending(false)
    }
  }

  return (
    <form onSubmit={create} noValidate>
      <h1>{t('newDraft', { kind })}</h1>
      <p>{t('newDraftHint')}</p>
      <div className={`field-type text${fault === null ? '' : ' error'}`}>
        <label className="field-label" htmlFor="new-draft-title">
          {t('newDraftTitle')} — {LANGUAGE_NAMES[language]}
        </label>
        <input
          id="new-draft-title"
          type="text"
          autoComplete="off"
          maxLength={200}
          value={title}
          required
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'new-draft-fault'}
          onChange={({ target }) => {
            setTitle(target.value)
            setFault(null)
          }}
        />
        {fault !== null && (
          <p id="new-draft-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
      <Button type="submit" disabled={isSending}>
        {t('createDraft')}
      </Button>
    </form>
  )
}
