// The choice of a language below the screens that need no sign-in. Everybody else has it in the user's menu.
import { useState } from 'react'
import { languageTexts as texts } from '../../texts/indonesian.ts'
import { classNames } from '../../ui/class-names.ts'
import { chooseLanguage, LANGUAGES } from '../choose-language.ts'

export function LanguageSwitch() {
  const [isRefused, setRefused] = useState(false)
  return (
    <fieldset className="flex flex-wrap justify-center gap-1 px-5 pb-4">
      <legend className="sr-only">{texts.label}</legend>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === texts.tag}
          onClick={() => void chooseLanguage(language).then((isChosen) => setRefused(!isChosen))}
          className={classNames(
            'min-h-11 rounded-lg px-3 text-[13px] hover:bg-surface-2',
            language === texts.tag ? 'font-semibold text-ink' : 'text-accent-text underline underline-offset-4',
          )}
        >
          {texts.names[language]}
        </button>
      ))}
      {isRefused && (
        <p role="alert" className="w-full text-center text-[13px] text-ink-2">
          {texts.offline}
        </p>
      )}
    </fieldset>
  )
}
