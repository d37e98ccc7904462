import type { FieldHook, TextField, TextFieldSingleValidation } from 'payload'
import { say } from '@/lib/server/cms/translations/say'
import type { FieldFault } from '@/lib/server/cms/fields/field-fault'
import type { Words } from '@/lib/server/cms/words'

type Decimal = {
  name: string
  label: Words
  places: 2 | 3
  digits?: number
  description?: Words
  required?: boolean
  readOnly?: boolean
  /** A fault that only the whole document shows. */
  fault?: FieldFault
}

const SPACES = /[\s\u00a0\u202f]/g

/** Turns what people type ("15 200", "15200,5") into the wire form ("15200.00"); leaves nonsense for validation. */
export function normalizeDecimal(value: unknown, places: 2 | 3): unknown {
  if (value === null || value === undefined || value === '') return null
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const text = String(value).replace(SPACES, '').replace(',', '.')
  const match = /^(\d+)(?:\.(\d*))?$/.exec(text)
  if (!match) return text
  const fraction = match[2] ?? ''
  if (fraction.slice(places).replace(/0/g, '') !== '') return text
  const whole = (match[1] ?? '0').replace(/^0+(?=\d)/, '')
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`
}

/**
 * A price in UAH (2 places, R0.1) or a quantity in the category's unit (3 places, R0.2), kept as exact text:
 * a number column would pass through floating point on its way. `digits` before the point, 9 as in the contract.
 */
export function decimalField({ name, label, places, digits = 9, description, required = true, readOnly, fault }: Decimal): TextField {
  const shape = new RegExp(`^\\d{1,${digits}}\\.\\d{${places}}$`)
  const normalize: FieldHook = ({ value }) => (value === undefined ? undefined : normalizeDecimal(value, places))
  const validate: TextFieldSingleValidation = (value, { data, req }) => {
    if (value === null || value === undefined || value === '') {
      return required ? say(req, 'requiredValue') : true
    }
    if (!shape.test(String(normalizeDecimal(value, places)))) {
      return say(req, places === 2 ? 'priceShape' : 'quantityShape')
    }
    return fault?.(data, req) ?? true
  }
  return {
    name,
    type: 'text',
    label,
    required,
    admin: {
      description,
      readOnly,
      width: '50%',
      placeholder: places === 2 ? '15200.00' : '300.000',
      components: { Cell: '@/app/(cms)/content/cells#DecimalCell' },
    },
    hooks: { beforeValidate: [normalize] },
    validate,
  }
}
