'use client'

import { AskDialog } from '@/app/(cms)/office/ask-dialog'
import { useOfficeText } from '@/app/(cms)/office/office-text'
import { Notice } from '@/components/ui/notice'
import type { LotDocument } from '@/lib/contract/auctions'
import type { Language } from '@/lib/contract/primitives'

interface QuestionProps {
  busy: boolean
  onClose: () => void
  onAnswer: () => void
}

/** Before another category takes the place of what was typed or saved. */
export function ReplaceQuestion(props: QuestionProps) {
  const { t: word } = useOfficeText()
  return (
    <AskDialog
      title={word('replaceLotTitle')}
      text={word('replaceLotText')}
      verb={word('replaceLot')}
      danger
      {...props}
    />
  )
}

interface PublishProps extends QuestionProps {
  /** Languages in which a text is missing. */
  gaps: readonly Language[]
  /** Kinds of documents of which the lot has none. */
  absent: readonly LotDocument['kind'][]
}

/** Before buyers see the lot, with what it lacks. */
export function PublishQuestion({ gaps, absent, ...props }: PublishProps) {
  const { t: word } = useOfficeText()
  return (
    <AskDialog title={word('publishTitle')} text={word('publishText')} verb={word('publish')} {...props}>
      {gaps.length > 0 && <Notice tone="wait">{word('publishGaps', { languages: gaps.join(', ') })}</Notice>}
      {absent.length > 0 && (
        <Notice tone="wait">
          {word('publishWithoutDocuments', { documents: absent.map((kind) => word(`lot_${kind}`)).join(', ') })}
        </Notice>
      )}
    </AskDialog>
  )
}
