package dev.lbp.internal.html;

/**
 * The style sheet of pages. It must not contain {@code <} or {@code &}, because HTML and XML read both differently in a
 * style sheet. In both themes text has a contrast of at least 4.5 with its ground, and lines of at least 3. Class c0 is
 * the colour of chain 0 in every figure, c1 of chain 1, etc.; class all is the colour of all chains together.
 */
final class Style {

    static final String SHEET = """
            :root {
              color-scheme: light dark;
              --ground: #ffffff; --raised: #f4f5f7; --ink: #1b1d21; --soft: #555b66; --rule: #d5d8de; --link: #00539c;
              --good: #00694a; --bad: #a8200d; --open: #7a4b00;
              @light
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --ground: #15171b; --raised: #1f2228; --ink: #e8eaee; --soft: #a7adb8; --rule: #3a3f49; --link: #7cc0ff;
                --good: #4fd0a5; --bad: #ff8f7a; --open: #f2bd55;
                @dark
              }
            }
            * { box-sizing: border-box; }
            html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
            @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
            body {
              margin: 0 auto; padding: 1rem; max-width: 62rem; background: var(--ground); color: var(--ink);
              font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: anywhere;
            }
            h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
            h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); }
            summary:has(h2) { margin-top: 2.5rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); cursor: pointer; }
            summary h2 { display: inline; margin: 0; padding: 0; border: 0; }
            h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; }
            a { color: var(--link); }
            :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
            .skip { position: absolute; left: -100rem; }
            .skip:focus { left: 1rem; top: 0.5rem; padding: 0.25rem 0.75rem; background: var(--ground); }
            .verdict { border-left: 0.5rem solid; border-radius: 0.25rem; padding: 0.75rem 1rem; background: var(--raised); }
            .verdict h2 { margin: 0; padding: 0; border: 0; font-size: 1.25rem; }
            .verdict p { margin: 0.5rem 0 0; }
            .verdict ul { margin: 0.5rem 0 0; padding-left: 1.25rem; }
            .verdict + dl { margin-top: 1rem; }
            .mixed { border-color: var(--good); } .mixed h2 { color: var(--good); }
            .disagree { border-color: var(--bad); } .disagree h2 { color: var(--bad); }
            .open { border-color: var(--open); } .open h2 { color: var(--open); }
            nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
            nav + section h2 { margin-top: 1rem; }
            nav a { display: inline-block; padding: 0.25rem 0; }
            dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 0.5rem 1.5rem; margin: 0; }
            dt { color: var(--soft); font-size: 0.875rem; } dd { margin: 0; }
            .wide, pre { /* a shadow at an edge that hides something; the first two, which scroll, cover it at the end */
              overflow-x: auto; margin: 1rem 0;
              background: linear-gradient(to right, var(--ground) 30%, transparent) left / 2.5rem 100% no-repeat local,
                linear-gradient(to left, var(--ground) 30%, transparent) right / 2.5rem 100% no-repeat local,
                linear-gradient(to right, var(--rule), transparent) left / 0.6rem 100% no-repeat scroll,
                linear-gradient(to left, var(--rule), transparent) right / 0.6rem 100% no-repeat scroll;
            }
            @media screen and (min-width: 64rem) { /* a table that is wider than the text may use the margins of the page */
              .wide { display: grid; grid-template-columns: minmax(0, 1fr) minmax(60rem, max-content) minmax(0, 1fr); margin-inline: calc(50% - 50vw + 0.5rem); }
              .wide > * { grid-column: 2; justify-self: start; }
            }
            .wide > svg { max-width: max(100%, 44rem); height: auto; }
            .long-table { columns: 18rem; margin: 1rem 0; font-size: 0.875rem; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
            caption { text-align: left; color: var(--soft); padding-bottom: 0.25rem; } .wide caption { min-width: min(18rem, 80vw); max-width: calc(100vw - 2rem); }
            th, td { padding: 0.3rem 0.75rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
            th:first-child { text-align: left; padding-left: 0; }
            .text { text-align: left; }
            .long-table th, .long-table td { padding: 0.25rem 0.5rem; }
            .long-table th { white-space: normal; }
            .long-table th:first-child { padding-left: 0; min-width: 6em; overflow-wrap: anywhere; } /* a long name must not widen its column */
            @media (max-width: 32rem) { /* the answer is on the first screen of a telephone */
              h1 { font-size: 1.25rem; margin: 0 0 0.75rem; } nav ul { margin: 0.5rem 0; gap: 0 1rem; font-size: 0.9375rem; }
              .verdict { padding: 0.5rem 0.75rem; font-size: 0.9375rem; line-height: 1.4; } .verdict h2 { font-size: 1.125rem; } nav + section h2 { margin-top: 0; padding-top: 0.5rem; }
              th, td { padding: 0.3rem 0.5rem; } thead th { white-space: normal; vertical-align: bottom; } }
            pre { overflow-wrap: normal; } @media (min-width: 50rem) { pre { white-space: pre-wrap; } }
            figure { margin: 1.25rem 0 1.75rem; }
            figcaption { font-weight: 600; margin-bottom: 0.25rem; }
            .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0; margin: 0 0 0.25rem; font-size: 0.875rem; }
            .legend svg { width: 1.5rem; height: 0.625rem; margin-right: 0.375rem; }
            .unit { color: var(--soft); font-size: 0.8125rem; margin: 0 0 0.5rem; }
            .end { text-align: right; margin: 0; padding-right: 1.25rem; }
            .frame { display: grid; padding-right: 1.25rem; column-gap: 0.5rem; font-size: 0.8125rem; color: var(--soft); font-variant-numeric: tabular-nums; }
            .frame svg { width: 100%; height: 14rem; display: block; overflow: visible; }
            .y { position: relative; }
            .y span { position: absolute; right: 0; transform: translateY(50%); line-height: 1; white-space: nowrap; }
            .x { position: relative; grid-column: 2; height: 1.4rem; }
            .x span { position: absolute; top: 0.3rem; transform: translateX(-50%); line-height: 1; white-space: nowrap; }
            .x .first { transform: none; } .x .last { transform: translateX(-100%); }
            .strip .frame svg { height: 4.5rem; }
            .name { grid-column: 2; margin: 0.25rem 0 0; }
            path { vector-effect: non-scaling-stroke; fill: none; }
            .grid { stroke: var(--rule); stroke-width: 1; }
            .line { stroke: currentColor; stroke-width: 1.25; stroke-opacity: 0.85; stroke-linejoin: round; stroke-linecap: round; }
            .dot { stroke: currentColor; stroke-width: 6; stroke-linecap: round; }
            .point { stroke: currentColor; stroke-width: 4; stroke-linecap: round; stroke-opacity: 0.6; }
            .bars { stroke: currentColor; stroke-width: 1.25; stroke-opacity: 0.6; }
            .level { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 6 4; }
            .area { fill: var(--soft); fill-opacity: 0.35; }
            .bar { fill: currentColor; fill-opacity: 0.6; }
            @classes
            .all { color: var(--ink); }
            .named { width: 100%; font-size: 0.875rem; }
            .named th, .named td { padding: 0.1rem 0.5rem 0.1rem 0; border: 0; }
            .named th:first-child { width: 14rem; min-width: 8rem; max-width: 16rem; overflow-wrap: anywhere; white-space: normal; font-weight: 400; }
            .named thead th { color: var(--soft); font-weight: 400; }
            .named .axis, .named td:nth-child(2) { min-width: 5rem; text-align: left; padding-right: 0.75rem; white-space: normal; }
            .named th:last-child, .named td:last-child { width: 1%; }
            .track { position: relative; height: 1.1rem; }
            .track i { position: absolute; print-color-adjust: exact; }
            .track .bar { top: 0.2rem; bottom: 0.2rem; background: var(--c0); }
            .track .reach { top: 0.5rem; height: 0.125rem; min-width: 0.125rem; background: var(--ink); }
            .track .at { top: 0.3125rem; width: 0.5rem !important; height: 0.5rem; margin-left: -0.25rem; border-radius: 50%; background: var(--ink); }
            .track .level { top: 0; bottom: 0; border-left: 1px dashed var(--soft); }
            .ends span { position: absolute; color: var(--soft); transform: translateX(-50%); line-height: 1; white-space: nowrap; }
            .ends .first { transform: none; } .ends .last { transform: translateX(-100%); }
            @media (max-width: 32rem) {
              .named th:first-child { width: 7.5rem; min-width: 5rem; }
              .ends .more { display: none; }
              .named td:last-child { white-space: normal; min-width: 5rem; } .named:has(.at) td:last-child { min-width: min(8.5rem, 36vw); }
            }
            .cells { font-size: 0.75rem; }
            .cells th, .cells td { padding: 0; border: 1px solid var(--rule); font-weight: 400; color: var(--soft); }
            .cells tr:first-child th, .cells tr:first-child td { border: 0; vertical-align: bottom; text-align: left; }
            .cells th:first-child { border: 0; padding-right: 0.5rem; font-variant-numeric: tabular-nums; }
            .cells span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 12rem; overflow: hidden; text-overflow: ellipsis; padding-top: 0.25rem; line-height: 1.05rem; }
            .cells td { min-width: 0.875rem; height: 0.875rem; }
            .cells i { display: block; height: 0.875rem; background: currentColor; print-color-adjust: exact; }
            .key { display: inline-block; width: 0.75rem; height: 0.75rem; margin-right: 0.375rem; background: currentColor; print-color-adjust: exact; }
            .key.c1, .cells .c1 { clip-path: polygon(0 100%, 100% 0, 100% 100%); } .key.c2, .cells .c2 { border-radius: 50%; } /* on grey paper too */
            .small { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.75rem; }
            .small p { margin: 0; font-size: 0.8125rem; color: var(--soft); }
            .small svg { width: 100%; height: 4.5rem; display: block; border-bottom: 1px solid var(--soft); }
            .heat { width: 100%; } .heat svg { width: 100%; height: 100%; display: block; }
            image { image-rendering: pixelated; }
            .scale {
              width: min(100%, 30rem); display: flex; justify-content: space-between; margin-top: 0.5rem; padding-top: 0.875rem;
              font-size: 0.8125rem; color: var(--soft);
              background: @gradient top / 100% 0.625rem no-repeat;
            }
            footer { margin-top: 2.5rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: 0.875rem; }
            @media print {
              nav, .skip, summary:not(:has(h2)):has(+ .wide, + .long-table), footer { display: none; }
              summary { list-style: none; break-after: avoid; }
              .wide { overflow-x: visible; background: none; break-inside: avoid; }
              .wide table { font-size: 0.6875rem; }
              .wide th, .wide td { padding: 0.125rem 0.375rem 0.125rem 0; white-space: normal; }
              .wide .cells th, .wide .cells td { padding: 0; }
              .long-table { columns: 13rem; font-size: 0.6875rem; }
              .long-table th, .long-table td { padding: 0.125rem 0.25rem; }
              thead, tbody tr:first-child, tbody tr:nth-last-child(2), p:has(+ .wide) { break-after: avoid; }
              pre { white-space: pre-wrap; }
              .scale, .verdict { print-color-adjust: exact; }
              figure, tr, .verdict, dl div { break-inside: avoid; }
              h2, h3, figcaption, caption, .before { break-after: avoid; }
              details::details-content { content-visibility: visible; block-size: auto; }
            }
            """.replace("@light", Palette.variables(false))
            .replace("@dark", Palette.variables(true))
            .replace("@classes", Palette.classes())
            .replace("@gradient", Palette.gradient());

    private Style() {}
}
