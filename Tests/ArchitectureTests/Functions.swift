/// Finds the functions of a file and how long they are.
enum Functions {
    struct Found: Equatable {
        let place: String
        /// Lines between the braces; a body on the line of its declaration is one.
        let length: Int
    }

    private static var start: Regex<Substring> {
        #/\b(?:func\s+\S|init[?]?\s*[(<]|deinit\b|subscript\s*[(<])/#
    }

    static func all(in source: SourceText) -> [Found] {
        source.code.indices.compactMap { line in
            guard source.code[line].contains(start), isDeclaration(source.code[line]) else {
                return nil
            }
            return body(in: source, from: line).map {
                Found(place: source.place(line: line), length: $0)
            }
        }
    }

    /// A call of an initialiser is not its declaration.
    private static func isDeclaration(_ line: String) -> Bool {
        line.contains(
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+(?:\(\w+\))?\s+)*(?:func\s|init[?]?\s*[(<]|deinit\b|subscript\s*[(<])/#
        )
    }

    /// The length of the body that begins at the first brace outside parentheses; nil for none.
    private static func body(in source: SourceText, from first: Int) -> Int? {
        var braces = 0
        var parentheses = 0
        var opened = first
        for line in first..<source.code.count {
            // A requirement of a protocol has no body: the next declaration or its end comes first.
            if line > first, braces == 0, parentheses == 0,
                source.code[line].contains(#/^\s*(?:\}|$|.*\b(?:func|var|init|case)\b)/#)
            {
                return nil
            }
            for character in source.code[line] {
                switch character {
                case "(": parentheses += 1
                case ")": parentheses -= 1
                case "{" where braces > 0 || parentheses == 0:
                    if braces == 0 { opened = line }
                    braces += 1
                case "}" where braces > 0:
                    braces -= 1
                    if braces == 0 { return max(1, line - opened - 1) }
                default: break
                }
            }
        }
        return nil
    }
}
