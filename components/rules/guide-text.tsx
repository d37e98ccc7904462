import { FileText } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { REQUIRED_DOCUMENTS } from '@/lib/domain/application'
import { useTranslations } from 'next-intl'
import { FaqList } from '@/components/content/lists'
import { Card } from '@/components/ui/card'

const STEPS = ['register', 'confirm', 'apply', 'bid', 'result', 'agree'] as const
const QUESTIONS = ['leader', 'price', 'partial', 'names', 'connection', 'mistake'] as const

/** How a company comes from registering to its agreement. */
export function GuideText() {
  return (
    <div className="grid gap-10 sm:gap-14">
      <Steps />
      <Documents />
      <Questions />
    </div>
  )
}

function Steps() {
  const t = useTranslations('HowItWorks.steps')
  return (
    <section aria-labelledby="guide-steps" className="grid gap-6">
      <h2 id="guide-steps" className="text-h2">
        {t('title')}
      </h2>
      <ol className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step}>
            <Card as="div" className="flex h-full flex-col gap-3">
              <div className="flex items-center justify-between gap-3">
                <span
                  aria-hidden
                  className="numbers grid size-9 place-items-center rounded-full bg-plan font-semibold text-plan-text"
                >
                  {index + 1}
                </span>
                <span className="text-right text-fine text-soft">{t(`${step}.time`)}</span>
              </div>
              <h3 className="text-h3">{t(`${step}.title`)}</h3>
              <p className="text-soft">{t(`${step}.text`)}</p>
            </Card>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Documents() {
  const t = useTranslations('HowItWorks.documents')
  return (
    <Card padding="lg" aria-labelledby="guide-documents" className="grid gap-6 md:grid-cols-[1fr_1.2fr] md:gap-10">
      <div className="grid content-start gap-3">
        <h2 id="guide-documents" className="text-h2">
          {t('title')}
        </h2>
        <p className="text-soft">{t('text')}</p>
      </div>
      <ul className="grid">
        {REQUIRED_DOCUMENTS.map((kind) => (
          <li
            key={kind}
            className="flex items-center gap-3 border-t border-line py-3 first:border-t-0 md:first:border-t"
          >
            <Icon of={FileText} className="size-5 shrink-0 text-link" />
            <span className="font-medium">{t(kind)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Questions() {
  const t = useTranslations('HowItWorks.questions')
  return (
    <section aria-labelledby="guide-questions" className="grid gap-6">
      <h2 id="guide-questions" className="text-h2">
        {t('title')}
      </h2>
      <FaqList
        items={QUESTIONS.map((question) => ({ question: t(`${question}.q`), answer: <p>{t(`${question}.a`)}</p> }))}
      />
    </section>
  )
}
