import type { Language } from '@/lib/contract/primitives'
import { createTranslators } from '@/lib/server/platform/translators'
import type { Choice, EmailValues } from './email-values'
import en from './messages/en.json' with { type: 'json' }
import ru from './messages/ru.json' with { type: 'json' }
import uk from './messages/uk.json' with { type: 'json' }

/** An email's texts besides its rows and quotes. */
export interface EmailTexts {
  subject: string
  heading: string
  paragraphs: string[]
  /** The label of the button, if the email has one. */
  action?: string
  /** In small print below. */
  note?: string
}

/**
 * Values already formatted for the language. Each option of a choice must be a value that is possible here, so that no text
 * waits for one that never comes.
 */
type Checked<Needed, Given> = {
  [Name in keyof Needed & keyof Given]: Needed[Name] extends Choice<infer Option>
    ? [Option] extends [`${Given[Name] & (string | boolean)}`]
      ? Given[Name]
      : Option
    : Needed[Name]
}

const files: Record<Language, typeof uk> = { uk, en, ru }
const translators = createTranslators(files)

function createEmailTranslator(language: Language) {
  const t = translators[language]
  // Untyped: next-intl's types do not allow booleans, which ICU's select accepts.
  const translate = t as (key: string, values: object) => string
  return {
    /** Labels, the footer and everything else that emails share. */
    t,
    /** The texts of one email, without paragraphs that its values leave empty. */
    write<
      Kind extends keyof EmailValues,
      const Given extends Record<keyof EmailValues[Kind], string | number | boolean>,
    >(kind: Kind, values: Given & Checked<EmailValues[Kind], Given>): EmailTexts {
      const messages: { paragraphs: string[]; action?: string; note?: string } = files[language].emails[kind]
      const part = (key: string) => translate(`emails.${kind}.${key}`, values)
      return {
        subject: part('subject'),
        heading: part('heading'),
        paragraphs: messages.paragraphs.map((_, at) => part(`paragraphs.${at}`)).filter(Boolean),
        action: messages.action && part('action'),
        note: messages.note && part('note'),
      }
    },
  }
}

export type EmailTranslator = ReturnType<typeof createEmailTranslator>

export const emailTranslators: Record<Language, EmailTranslator> = {
  uk: createEmailTranslator('uk'),
  en: createEmailTranslator('en'),
  ru: createEmailTranslator('ru'),
}
