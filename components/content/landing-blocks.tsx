import { useLocale } from 'next-intl'
import type { BlockContext } from '@/components/content/blocks/block-context'
import { Blocks } from '@/components/content/blocks/blocks'
import type { Landing } from '@/components/content/landing-words'
import { LanguageNotice } from '@/components/content/language-notice'

/** The blocks of an editor's landing, below what the portal itself shows. */
export function LandingBlocks({ landing, context }: { landing: Landing; context: BlockContext }) {
  const locale = useLocale()
  const foreign = landing.language !== locale
  if (landing.blocks.length === 0) return null
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-12 pt-16 sm:gap-16 sm:pt-24">
      {foreign && <LanguageNotice language={landing.language} />}
      <div lang={foreign ? landing.language : undefined} className="grid grid-cols-[minmax(0,1fr)] gap-12 sm:gap-16">
        <Blocks blocks={landing.blocks} context={context} locale={locale} />
      </div>
    </div>
  )
}
