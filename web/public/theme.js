// Runs before the first paint, so that nobody sees the other theme flash by. Also tells the browser which files the entry will ask
// for, so that they come beside it and not after it; the build names them (vite.config.ts).
;(function () {
  // What browsers ask before a text becomes markup or the address of a script (Trusted Types). Markup only for a parser, whose document
  // is inert; scripts of this host and of the bot check only.
  if (window.trustedTypes)
    try {
      trustedTypes.createPolicy('default', {
        createHTML: function (text, type, sink) {
          return /parseFromString/.test(sink) ? text : null
        },
        createScriptURL: function (address) {
          var url = new URL(address, location.href)
          // a local run's bot check is at another port of the same machine
          return url.hostname === location.hostname || url.origin === 'https://challenges.cloudflare.com' ? address : null
        },
      })
    } catch (e) {
      console.warn(e)
    }

  var dark = false
  try {
    dark =
      location.pathname === '/signup'
        ? matchMedia('(prefers-color-scheme: dark)').matches
        : localStorage.getItem('theme') === 'dark'
  } catch {
    dark = false
  }
  document.documentElement.classList.toggle('dark', dark)

  var next = document.currentScript && document.currentScript.dataset
  if (!next) return
  var path = location.pathname.replace(/\/+$/, '')
  var isIn = /(^|; )authToken=[^;]/.test(document.cookie)
  var files = isIn && /^(|\/dashboard|\/signin)$/.test(path) ? next.home : !isIn && !/^\/(signup|terms|privacy-policy|reset-password|opt-out|not-authorized)$/.test(path) ? next.signin : ''
  ;(files || '').split(' ').forEach(function (file) {
    if (!file) return
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.appendChild(link)
  })
})()
