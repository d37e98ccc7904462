'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ApiError } from '@/lib/api/problems'
import { uploadDocument } from '@/lib/api/send-form'
import type { CompanyDocument } from '@/lib/contract/documents'
import type { ErrorCode } from '@/lib/contract/errors'
import { useFailureText } from '@/components/forms/use-call'
import { useLeaveWarning } from '@/components/ui/use-leave-warning'

export interface QueuedFile {
  key: number
  file: File
  kind: CompanyDocument['kind'] | null
  /** Share of the bytes that were sent, 0…1; null while it is not being sent. */
  share: number | null
  /** Why it cannot be sent, or was not taken. */
  fault: string | null
  /** The fault lies in the file itself: sending it again would not help. */
  hopeless: boolean
}

type Kind = CompanyDocument['kind']

/** Files on their way to the documents: each with its kind, its progress and its fault; sent one after the other. */
export function useUploadQueue(onUploaded: (document: CompanyDocument) => void) {
  const t = useTranslations('Cabinet.documents')
  const refusalOf = useFileRefusal()
  const failureText = useFailureText()
  const [files, setFiles] = useState<QueuedFile[]>([])
  /** The same, for a sending that goes on while the list is changed. */
  const latest = useRef(files)
  const nextKey = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())
  const sending = files.some(({ share }) => share !== null)
  useLeaveWarning(sending)

  function put(next: QueuedFile[]) {
    latest.current = next
    setFiles(next)
  }

  const change = (key: number, news: Partial<QueuedFile>) =>
    put(latest.current.map((item) => (item.key === key ? { ...item, ...news } : item)))
  const remove = (key: number) => put(latest.current.filter((item) => item.key !== key))

  function add(chosen: readonly File[], kinds: readonly Kind[]) {
    const added = chosen.map((file, index): QueuedFile => {
      const fault = refusalOf(file)
      return {
        key: (nextKey.current += 1),
        file,
        kind: kinds[index] ?? null,
        share: null,
        fault,
        hopeless: fault !== null,
      }
    })
    put([...latest.current, ...added])
  }

  async function send(item: QueuedFile): Promise<void> {
    if (item.kind === null) return change(item.key, { fault: t('kindRequired') })
    const abort = new AbortController()
    aborts.current.set(item.key, abort)
    change(item.key, { share: 0, fault: null })
    try {
      const document = await uploadDocument({
        kind: item.kind,
        file: item.file,
        onProgress: (share) => change(item.key, { share }),
        signal: abort.signal,
      })
      remove(item.key)
      onUploaded(document)
    } catch (error) {
      const hopeless = error instanceof ApiError && LIES_IN_THE_FILE.has(error.code)
      change(item.key, { share: null, hopeless, fault: abort.signal.aborted ? t('stopped') : failureText(error) })
    } finally {
      aborts.current.delete(item.key)
    }
  }

  return {
    files,
    sending,
    add,
    setKind: (key: number, kind: Kind) =>
      change(key, { kind, ...(files.find((item) => item.key === key)?.hopeless ? {} : { fault: null }) }),
    remove,
    cancel: (key: number) => aborts.current.get(key)?.abort(),
    retry: (item: QueuedFile) => (sending ? Promise.resolve() : send(item)),
    /** One after the other: a slow line is not parted, and what fails does not hold up what follows. */
    async sendAll() {
      if (sending) return
      for (const { key } of files) {
        // As it stands when its turn comes: its type may have been changed by then, or the file removed.
        const item = latest.current.find((one) => one.key === key)
        if (item && !item.hopeless) await send(item)
      }
    },
  }
}

/** What no second attempt would change. */
const LIES_IN_THE_FILE: ReadonlySet<ErrorCode> = new Set([
  'file_type_refused',
  'file_empty',
  'file_unreadable',
  'body_too_large',
])

/** What the server takes; its own check looks at the content and decides. */
export const ACCEPTED_TYPES = '.pdf,.jpg,.jpeg,.png,.docx,.xlsx'

const LARGEST_DOCUMENT = 25 * 1024 * 1024

/** What would be refused is said before megabytes are sent. */
export function checkDocument(
  file: Pick<File, 'name' | 'size'>,
): Extract<ErrorCode, 'file_empty' | 'body_too_large' | 'file_type_refused'> | null {
  const ending = file.name.slice(file.name.lastIndexOf('.')).toLowerCase()
  if (!ACCEPTED_TYPES.split(',').includes(ending)) return 'file_type_refused'
  if (file.size === 0) return 'file_empty'
  return file.size > LARGEST_DOCUMENT ? 'body_too_large' : null
}

/** Why a file would be refused, in words, before it is sent; null where nothing is wrong with it. */
export function useFileRefusal(): (file: File) => string | null {
  const t = useTranslations('Cabinet.documents')
  return (file) => {
    const code = checkDocument(file)
    return code && t(`refused.${code}`, { name: file.name })
  }
}
