import { RowTitle as RowTitle_6d17cb36baf09d632b74ecf75b25920c } from '@/app/(cms)/content/row-title'
import { RscEntryLexicalCell as RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { RscEntryLexicalField as RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { LexicalDiffComponent as LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { InlineToolbarFeatureClient as InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { FixedToolbarFeatureClient as FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HorizontalRuleFeatureClient as HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockquoteFeatureClient as BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { LinkFeatureClient as LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { OrderedListFeatureClient as OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnorderedListFeatureClient as UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SuperscriptFeatureClient as SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SubscriptFeatureClient as SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { StrikethroughFeatureClient as StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnderlineFeatureClient as UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BoldFeatureClient as BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ItalicFeatureClient as ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HeadingFeatureClient as HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ParagraphFeatureClient as ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { TranslationGapsField as TranslationGapsField_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { TranslationGapsCell as TranslationGapsCell_4c3c076e671a59be82579a005b15af5d } from '@/app/(cms)/content/server-fields'
import { KyivTimeCell as KyivTimeCell_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { RefusedSaveGuard as RefusedSaveGuard_1c9be6084691adc495705d6b944a0591 } from '@/app/(cms)/content/payload-patches'
import { DocumentTitle as DocumentTitle_1c9be6084691adc495705d6b944a0591 } from '@/app/(cms)/content/payload-patches'
import { AddressedField as AddressedField_fadf59a18d290d866abd13d2e58cbe7d } from '@/app/(cms)/content/open-field'
import { ChangedAt as ChangedAt_1c9be6084691adc495705d6b944a0591 } from '@/app/(cms)/content/payload-patches'
import { PublishButton as PublishButton_7ab7689c7be79e7da714ed67e853c039 } from '@/app/(cms)/content/publish-button'
import { NewDraftView as NewDraftView_0d426ae5a6c4445b6ed19075245399c1 } from '@/app/(cms)/views'
import { MediaCell as MediaCell_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { NoField as NoField_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { FileDetailsCell as FileDetailsCell_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { DecimalCell as DecimalCell_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { DecimalField as DecimalField_0f21ab1a81eff472abf8d2e962c67ef4 } from '@/app/(cms)/content/fields'
import { CornerMark as CornerMark_4c3c076e671a59be82579a005b15af5d } from '@/app/(cms)/content/server-fields'
import { Logo as Logo_4c3c076e671a59be82579a005b15af5d } from '@/app/(cms)/content/server-fields'
import { NavEntry as NavEntry_0d426ae5a6c4445b6ed19075245399c1 } from '@/app/(cms)/views'
import { EditorProviders as EditorProviders_9fbda5b2d81e0ebe24c74069a228fe8e } from '@/app/(cms)/content/editor-providers'
import { StartPage as StartPage_bd018201f79d1b38e842a159ccadf865 } from '@/app/(cms)/start-page'
import { FirstUserView as FirstUserView_0d426ae5a6c4445b6ed19075245399c1 } from '@/app/(cms)/views'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "@/app/(cms)/content/row-title#RowTitle": RowTitle_6d17cb36baf09d632b74ecf75b25920c,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalCell": RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalField": RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#LexicalDiffComponent": LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/client#InlineToolbarFeatureClient": InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#FixedToolbarFeatureClient": FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HorizontalRuleFeatureClient": HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlockquoteFeatureClient": BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#LinkFeatureClient": LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#OrderedListFeatureClient": OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnorderedListFeatureClient": UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SuperscriptFeatureClient": SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SubscriptFeatureClient": SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#StrikethroughFeatureClient": StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnderlineFeatureClient": UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BoldFeatureClient": BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ItalicFeatureClient": ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HeadingFeatureClient": HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ParagraphFeatureClient": ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@/app/(cms)/content/fields#TranslationGapsField": TranslationGapsField_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/server-fields#TranslationGapsCell": TranslationGapsCell_4c3c076e671a59be82579a005b15af5d,
  "@/app/(cms)/content/fields#KyivTimeCell": KyivTimeCell_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/payload-patches#RefusedSaveGuard": RefusedSaveGuard_1c9be6084691adc495705d6b944a0591,
  "@/app/(cms)/content/payload-patches#DocumentTitle": DocumentTitle_1c9be6084691adc495705d6b944a0591,
  "@/app/(cms)/content/open-field#AddressedField": AddressedField_fadf59a18d290d866abd13d2e58cbe7d,
  "@/app/(cms)/content/payload-patches#ChangedAt": ChangedAt_1c9be6084691adc495705d6b944a0591,
  "@/app/(cms)/content/publish-button#PublishButton": PublishButton_7ab7689c7be79e7da714ed67e853c039,
  "@/app/(cms)/views#NewDraftView": NewDraftView_0d426ae5a6c4445b6ed19075245399c1,
  "@/app/(cms)/content/fields#MediaCell": MediaCell_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/fields#NoField": NoField_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/fields#FileDetailsCell": FileDetailsCell_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/fields#DecimalCell": DecimalCell_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/fields#DecimalField": DecimalField_0f21ab1a81eff472abf8d2e962c67ef4,
  "@/app/(cms)/content/server-fields#CornerMark": CornerMark_4c3c076e671a59be82579a005b15af5d,
  "@/app/(cms)/content/server-fields#Logo": Logo_4c3c076e671a59be82579a005b15af5d,
  "@/app/(cms)/views#NavEntry": NavEntry_0d426ae5a6c4445b6ed19075245399c1,
  "@/app/(cms)/content/editor-providers#EditorProviders": EditorProviders_9fbda5b2d81e0ebe24c74069a228fe8e,
  "@/app/(cms)/start-page#StartPage": StartPage_bd018201f79d1b38e842a159ccadf865,
  "@/app/(cms)/views#FirstUserView": FirstUserView_0d426ae5a6c4445b6ed19075245399c1,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
