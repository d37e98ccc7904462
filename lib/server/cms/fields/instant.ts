import type { DateField, PayloadRequest } from 'payload'
import { date } from 'payload/shared'
import { say } from '@/lib/server/cms/translations/say'
import type { Words } from '@/lib/server/cms/words'

const KYIV = 'Europe/Kyiv'

const kyivClock = new Intl.DateTimeFormat('en-GB', { timeZone: KYIV, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Midnight in Kyiv is what a day without a chosen time is kept as. */
export function hasNoTime(instant: unknown): boolean {
  const at = typeof instant === 'string' || instant instanceof Date ? new Date(instant) : null
  return at !== null && !Number.isNaN(at.getTime()) && kyivClock.format(at) === '00:00'
}

/** A fault that only the whole document shows, or the document as it stands under `id`, in words; null where there is none. */
type InstantFault = (data: unknown, req: PayloadRequest, id: number | string | undefined) => Promise<string | null>

type Instant = { name: string; label: Words; description?: Words; required?: boolean; index?: boolean; fault?: InstantFault }

/**
 * A moment, edited in Kyiv time wherever the editor's computer stands, kept as an instant.
 * The zone is a fact of the company, not of the document: it is answered, never stored.
 */
export function instantField({ name, label, description, required = false, index = false, fault }: Instant): DateField {
  return {
    name,
    type: 'date',
    label,
    required,
    index,
    validate: async (value, options) => {
      if (required && !value) return say(options.req, 'chooseDate')
      const own = date(value, options)
      return own === true ? ((await fault?.(options.data, options.req, options.id)) ?? true) : own
    },
    timezone: {
      defaultTimezone: KYIV,
      supportedTimezones: [{ label: 'Київ', value: KYIV }],
      override: ({ baseField }) => ({
        ...baseField,
        required: false,
        virtual: true,
        hooks: { afterRead: [() => KYIV] },
      }),
    },
    admin: {
      description,
      width: '50%',
      date: { pickerAppearance: 'dayAndTime', displayFormat: 'dd.MM.yyyy HH:mm', timeFormat: 'HH:mm', timeIntervals: 15 },
    },
  }
}
